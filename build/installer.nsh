; Links of redeemd:// open the app. SHCTX is the user's part of the registry, or the machine's, as the app is installed.
!macro customInstall
  WriteRegStr SHCTX "Software\Classes\redeemd" "" "URL:redeemd"
  WriteRegStr SHCTX "Software\Classes\redeemd" "URL Protocol" ""
  WriteRegStr SHCTX "Software\Classes\redeemd\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
!macroend
!macro customUnInstall
  DeleteRegKey SHCTX "Software\Classes\redeemd"
!macroend
