@echo off
rem Joins a host, as scripts/join does; arguments go to sheep-join.
setlocal
call "%~dp0_venv.cmd" runtime || exit /b 1
"%~dp0..\.venv\Scripts\sheep-join.exe" %*
