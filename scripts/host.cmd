@echo off
rem Hosts the games of a room, as scripts/host does; arguments go to sheep-host.
setlocal
call "%~dp0_venv.cmd" runtime || exit /b 1
"%~dp0..\.venv\Scripts\sheep-host.exe" %*
