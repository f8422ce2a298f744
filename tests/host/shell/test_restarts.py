"""A process that dies is started again, sooner or later, and not for ever."""

from sheep_host.supervisor.restarts import AT_ONCE, DELAYS, Restarts


def test_a_first_death_leads_to_a_start_at_once():
    restarts = Restarts()
    restarts.started(0.0)
    assert restarts.died(100.0) == 100.0


def test_the_fifth_death_at_once_in_a_row_is_the_last():
    restarts = Restarts()
    starts = []
    for _ in range(5):
        restarts.started(10.0)
        starts.append(restarts.died(10.5))
    assert starts == [*(10.5 + delay for delay in DELAYS), None]


def test_deaths_after_a_while_of_life_are_never_too_many():
    restarts = Restarts()
    for _ in range(20):
        restarts.started(0.0)
        assert restarts.died(AT_ONCE) == AT_ONCE
