@echo off
rem Called by the other .cmd files: finds a Python and leaves the rest to _venv.py (LEVEL: runtime or dev).
rem What others have put there is not for this project's Python.
set "PYTHONPATH="
set "PYTHONHOME="
set "PY="
for %%P in ("py -3" python3 python) do (
    if not defined PY %%~P -c "import sys; sys.exit(sys.version_info < (3, 11))" >nul 2>&1 && set "PY=%%~P"
)
if not defined PY (
    echo sheepfold: no Python 3.11 or newer was found. Install one from python.org and run this again. 1>&2
    exit /b 1
)
if exist "%~dp0..\.venv\Scripts\python.exe" (
    "%~dp0..\.venv\Scripts\python.exe" "%~dp0_venv.py" ready %1 >nul 2>&1 && exit /b 0
)
%PY% "%~dp0_venv.py" install %1
