"""Quitting and returning, two connections of one key, and cut links: nobody loses a seat or a step."""


def test_who_quits_in_mid_game_finds_seat_and_game_again(host, seated, person) -> None:
    where = host("--game", "battle-sheep", "--seats", "2").listening()
    ana, bo = seated(where.port, "Ana", "Bo", ready=False)
    for each in (ana, bo):
        each.say("/ready")
    ana.wait_for("update")
    ana.play()
    bo.play()
    ana.wait(lambda event: event["event"] == "update" and event["version"] >= 6)
    ana.plays = False
    ana.say("/quit")
    assert ana.process.wait(10) == 0
    left = ana.update
    mark = len(bo.events)
    again = person(where.port, "Ana")
    first = again.wait_for("update")
    assert first["seat"] == left["seat"]
    assert first["version"] >= left["version"]
    assert again.all("table")[-1]["id"] == left["table"]
    again.play()
    assert again.wait_for("over", patience=60)["outcome"] == bo.wait_for("over", mark)["outcome"]
    names = [seat["name"] for seat in again.all("table")[-1]["seats"]]
    assert sorted(names) == ["Ana", "Bo"]


def test_others_see_who_is_away_and_back(host, seated, person) -> None:
    where = host("--game", "battle-sheep", "--seats", "2").listening()
    ana, bo = seated(where.port, "Ana", "Bo", ready=False)
    seat = ana.all("table")[-1]["seats"].index(
        next(seat for seat in ana.all("table")[-1]["seats"] if seat and seat["name"] == "Ana")
    )
    ana.kill()
    away = bo.wait(lambda event: event["event"] == "table" and not event["seats"][seat]["here"])
    assert away["seats"][seat]["name"] == "Ana"
    mark = len(bo.events)
    person(where.port, "Ana")
    bo.wait(lambda event: event["event"] == "table" and event["seats"][seat]["here"], mark)


def test_two_connections_of_one_key_both_live(host, seated, person) -> None:
    where = host("--game", "battle-sheep", "--seats", "2").listening()
    ana, bo = seated(where.port, "Ana", "Bo", ready=False)
    twin = person(where.port, "Ana")
    twin.wait_for("table")
    for each in (ana, bo):
        each.ask("/ready")
    twin.wait_for("update")
    bo.play()
    # The twin plays every turn of Ana's; Ana's own screen follows.
    twin.play()
    over = twin.wait_for("over", patience=60)
    assert ana.wait_for("over")["outcome"] == over["outcome"]
    assert ana.update["view"] == twin.update["view"]
    assert ana.update["seat"] == twin.update["seat"]
    assert ana.process.poll() is None


def test_one_profile_has_one_key_whatever_the_name(host, seated, person) -> None:
    """`--profile` decides who one is: another name with it is the same player."""
    where = host("--game", "battle-sheep", "--seats", "2").listening()
    ana = person(where.port, "Ana", "--profile", "mine")
    seat = ana.ask("/sit")
    assert seat["event"] == "table"
    ana.say("/quit")
    ana.process.wait(10)
    again = person(where.port, "Anne", "--profile", "mine")
    assert again.wait_for("table")["id"] == seat["id"]


def test_a_name_proves_nothing(host, seated, person) -> None:
    """Somebody else's name with another key is refused, and takes no seat."""
    where = host("--game", "battle-sheep", "--seats", "2").listening()
    seated(where.port, "Ana", ready=False)
    thief = person(where.port, "Ana", "--profile", "thief")
    status = thief.process.wait(20)
    assert status == 1
    (error,) = thief.process.stderr.read().splitlines()
    assert "has that name already" in error
    assert "--name" in error
