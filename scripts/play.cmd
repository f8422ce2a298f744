@echo off
rem Plays Battle Sheep against a bot, as scripts/play does; arguments go to sheep-host --play.
rem Each is looked at by itself, in quotes: echoed, an & in one of them would be a command.
setlocal DisableDelayedExpansion
call "%~dp0_venv.cmd" runtime || exit /b 1
set "TABLE=--seats 2 --bots 1:easy"
set "HERE=%~dp0"
set "ASKED="
:look
if [%1]==[] goto play
if "%~1"=="leadersheep" if not defined ASKED set "TABLE=--seats 3 --bots 2:easy"
if "%~1"=="--seats" set "ASKED=1"
if "%~1"=="--bots" set "ASKED=1"
if defined ASKED set "TABLE="
shift
goto look
:play
"%HERE%..\.venv\Scripts\sheep-host.exe" --game battle-sheep %TABLE% --play %*
