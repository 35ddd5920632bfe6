import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, detailOf, isFrame } from './ask.ts';
import { t } from './texts.ts';

const { address: s } = t;

/** Lets the creator add or change the email address: sends a confirmation link to the new one. */
export function Address({ present, isView }: { present: string | null; isView: boolean }) {
  const [email, setEmail] = useState('');
  const [isOpen, setOpen] = useState(false);
  const send = useMutation({ mutationFn: () => ask('requestOwnEmail', { body: { email } }) });
  if (send.isSuccess) return <p role="status">{s.sent(email)}</p>;
  if (isView || isFrame) return null;
  if (!isOpen)
    return (
      <button type="button" onClick={() => setOpen(true)}>
        {present === null ? s.add : s.change}
      </button>
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate();
      }}
    >
      <label>
        {s.label}
        <input
          type="email"
          required
          maxLength={320}
          autoComplete="email"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      </label>
      {send.error && (
        <p className="fault" role="alert">
          {detailOf(send.error, t.failed)}
        </p>
      )}
      <div className="row">
        <button type="submit" className="main" disabled={send.isPending}>
          {s.send}
        </button>
        <button type="button" onClick={() => setOpen(false)}>
          {t.details.cancel}
        </button>
      </div>
    </form>
  );
}
