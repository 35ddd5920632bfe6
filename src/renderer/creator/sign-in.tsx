import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, detailOf, isFrame } from './ask.ts';
import { t } from './texts.ts';

const { signIn: s } = t;

/** Sends a link by email. The page shows the same message for known and unknown addresses. */
export function SignIn({ isLinkUsed }: { isLinkUsed: boolean }) {
  const [email, setEmail] = useState('');
  const request = useMutation({ mutationFn: () => ask('requestCreatorLink', { body: { email } }) });
  if (isFrame) return <p className="state">{s.frameOver}</p>;
  if (request.isSuccess)
    return (
      <main className="card sign-in">
        <h1>{s.sent}</h1>
        <p role="status">{s.sentText(email)}</p>
        <button type="button" className="plain" onClick={() => request.reset()}>
          {s.again}
        </button>
      </main>
    );
  return (
    <main className="card sign-in">
      <h1>{s.title}</h1>
      {isLinkUsed && (
        <p className="fault" role="alert">
          {s.linkUsed}
        </p>
      )}
      <p>{s.text}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          request.mutate();
        }}
      >
        <label>
          {s.email}
          <input
            type="email"
            required
            maxLength={320}
            autoComplete="email"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
        </label>
        {request.error && (
          <p className="fault" role="alert">
            {detailOf(request.error, t.failed)}
          </p>
        )}
        <button type="submit" className="main" disabled={request.isPending}>
          {s.send}
        </button>
      </form>
    </main>
  );
}
