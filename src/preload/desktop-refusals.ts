// The desktop app's own refusals and failures, by code. Pages in other languages have their own sentences.

export const DESKTOP_REFUSALS = {
  no_connection: 'The server cannot be reached. Check that it runs and that you are online.',
  offline: 'This computer is offline.',
  server_name_unknown:
    'There is no server of this name. Check the address, and whether this computer is in the right network.',
  connection_refused:
    'The computer at this address answers, but no server runs there. Check the port, and that the server runs.',
  connection_broken: 'The server broke off in the middle of its answer.',
  answer_timed_out: 'The server did not answer in time.',
  proxy_fault: 'The proxy of this network did not let the request through.',
  redirected: 'The server sends to another address. Enter that address itself if you trust it.',
  certificate_fault:
    'There is no secure connection: this computer does not trust the server’s certificate. Ask the operator of the server; do not enter a password.',
  no_daemon: 'No server is chosen.',
  not_a_daemon: 'A server answers there, but it is not redeemd.',
  not_confirmed: 'The connection was not confirmed.',
  invalid_address: 'Enter an address such as https://redeem.example.com',
  address_with_password: 'The address may not hold a password.',
  plain_http: 'Plain http is for this machine alone. Use https:// for every other server.',
  file_incomplete: 'The file did not arrive whole, so nothing was saved. Save it again.',
  file_not_expected:
    'The server sent something else than this file, so nothing was saved. Load the page again, then save again.',
  disk_full: 'The disk is full.',
  no_permission: 'This folder may not be written to.',
  folder_gone: 'This folder is gone.',
  name_too_long: 'The name is too long.',
  place_is_folder: 'There is a folder of this name. Choose another name.',
  place_is_link: 'This name is a link to another file. Choose another name.',
  file_busy: 'The file is open in another program, or protected. Close it there, or choose another name.',
} as const;
export type DesktopRefusalCode = keyof typeof DESKTOP_REFUSALS;
