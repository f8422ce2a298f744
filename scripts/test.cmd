@echo off
rem Runs the tests that one waits for, with --all the long ones too, as scripts/test does.
rem Other arguments go to pytest.
setlocal DisableDelayedExpansion
call "%~dp0_venv.cmd" dev || exit /b 1
cd /d "%~dp0.."
if [%1]==[] goto short
if "%~1"=="--all" goto all
.venv\Scripts\pytest.exe --session-timeout 2400 %*
exit /b
:short
.venv\Scripts\pytest.exe --session-timeout 2400 -n 4 --dist worksteal -m "not long"
exit /b
:all
set "SHEEP_LAW_EXAMPLES=20"
.venv\Scripts\pytest.exe --session-timeout 2400 -n 4 --dist worksteal --cov --cov-report=
