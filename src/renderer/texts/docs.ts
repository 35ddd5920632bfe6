/** Texts of the forms in /docs. That page is only in English. */
export const docs = {
  key: 'Test key',
  keyNote:
    'Owners create test keys in the Portal, on the “API keys” screen. With a test key, you can try the API-key endpoints below; nothing is stored.',
  tryIt: 'Try it',
  body: 'Body',
  send: 'Send',
  sending: 'Sending …',
  notSent: 'The request was not sent.',
};
