/** The forms in /docs, which is English only. */
export const docs = {
  key: 'Test key',
  keyNote:
    'With a test key, which owners create under API keys, you can try the requests of programs below. Nothing is stored.',
  tryIt: 'Try it',
  body: 'Body',
  send: 'Send',
  sending: 'Sending …',
  notSent: 'The request was not sent.',
};
