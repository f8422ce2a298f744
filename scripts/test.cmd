@echo off
rem Runs every test, as scripts/test does; arguments go to pytest.
setlocal
call "%~dp0_venv.cmd" dev || exit /b 1
cd /d "%~dp0.."
set "HOW=%*"
if not defined HOW set "HOW=-n 2 --dist worksteal"
.venv\Scripts\pytest.exe --session-timeout 2400 %HOW%
