@echo off
rem Runs the tests that one waits for, with --all the long ones too, as scripts/test does.
rem Other arguments go to pytest.
setlocal
call "%~dp0_venv.cmd" dev || exit /b 1
cd /d "%~dp0.."
set "HOW=%*"
if not defined HOW set "HOW=-n 4 --dist worksteal -m "not long""
if "%~1"=="--all" set "SHEEP_LAW_EXAMPLES=20" & set "HOW=-n 4 --dist worksteal --cov --cov-report="
.venv\Scripts\pytest.exe --session-timeout 2400 %HOW%
