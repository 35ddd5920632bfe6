// The desktop app's own refusals and failures, by code. Pages in other languages have their own sentences.

export const DESKTOP_REFUSALS = {
  no_connection: 'Cannot reach the server. Check that it is running and that you are online.',
  offline: 'This computer is offline.',
  server_name_unknown: 'No server has this name. Check the address, and that this computer is on the right network.',
  connection_refused:
    'The computer at this address is responding, but no server is running there. Check the port, and that the server is running.',
  connection_broken: 'The server closed the connection before its response was complete. Try again.',
  answer_timed_out: 'The server did not respond in time. Try again.',
  proxy_fault: 'This network’s proxy blocked the request.',
  redirected: 'The server redirects to another address. If you trust that address, enter it instead.',
  certificate_fault:
    'The connection is not secure: this computer does not trust the server’s certificate. Ask the server’s operator; do not enter a password.',
  no_daemon: 'No server has been chosen.',
  not_a_daemon: 'A server is responding at this address, but it is not redeemd.',
  not_confirmed: 'The connection was not confirmed.',
  sign_in_not_finished: 'The sign-in in the browser was not completed.',
  invalid_address: 'Enter an address such as https://redeem.example.com',
  address_with_password: 'The address must not contain a password.',
  plain_http: 'Use http:// only for a server on this computer. For all other servers, use https://.',
  file_incomplete: 'The file did not arrive completely, so nothing was saved. Save it again.',
  file_not_expected:
    'The server sent something other than this file, so nothing was saved. Reload the page, then save again.',
  disk_full: 'The disk is full. Free up space, or choose another folder.',
  no_permission: 'You cannot write to this folder. Choose another one.',
  folder_gone: 'This folder no longer exists. Choose another one.',
  name_too_long: 'The name is too long. Choose a shorter one.',
  place_is_folder: 'A folder already has this name. Choose another name.',
  place_is_link: 'This name is a link to another file. Choose another name.',
  file_busy: 'The file is open in another program, or protected. Close it there, or choose another name.',
} as const;
export type DesktopRefusalCode = keyof typeof DESKTOP_REFUSALS;
