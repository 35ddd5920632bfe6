/** A server's response to a successful sign-in. */
export const SESSION = {
  token: 'a-token-of-this-server-alone',
  staff: {
    ...{ staff_id: 1, email: 'a@b.test', name: 'A', role: 'owner', games: null, totp: false },
    ...{ totp_setup_required: false, recovery_codes_left: 0 },
  },
  expires_at: '2100-01-01T00:00:00Z',
  environment: { name: 'production', colour: null },
};
