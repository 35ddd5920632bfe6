; redeemd:// links open the app. SHCTX is the registry key of the user or of the machine, depending on the installation.
!macro customInstall
  WriteRegStr SHCTX "Software\Classes\redeemd" "" "URL:redeemd"
  WriteRegStr SHCTX "Software\Classes\redeemd" "URL Protocol" ""
  WriteRegStr SHCTX "Software\Classes\redeemd\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
!macroend
!macro customUnInstall
  DeleteRegKey SHCTX "Software\Classes\redeemd"
!macroend
