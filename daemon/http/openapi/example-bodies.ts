/** Example bodies for requests whose required fields alone would show too little. */
export const BODIES: Record<string, unknown> = {
  confirmTotp: { code: '492039' },
  disableTotp: { password: 'correct horse battery', code: '492039' },
  renewRecoveryCodes: { password: 'correct horse battery', code: '492039' },
  gameEvent: {
    id: 'batch-7',
    events: [
      {
        event_type: 'payment',
        created_at: '2026-11-25T12:00:00Z',
        game_id: 'my_game',
        transaction_id: 'tx-1',
        event: { user_id: 'player-1', amount: 19.9 },
      },
    ],
  },
};
