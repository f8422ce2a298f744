@echo off
rem Plays Battle Sheep against a bot, as scripts/play does; arguments go to sheep-host --play.
setlocal
call "%~dp0_venv.cmd" runtime || exit /b 1
set "TABLE=--seats 2 --bots 1:easy"
echo " %* " | findstr /c:"leadersheep" >nul && set "TABLE=--seats 3 --bots 2:easy"
echo " %* " | findstr /c:" --seats" /c:" --bots" >nul && set "TABLE="
"%~dp0..\.venv\Scripts\sheep-host.exe" --game battle-sheep %TABLE% --play %*
