import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, detailOf } from './ask.ts';
import { codesQuery } from './queries.ts';
import { t } from './texts.ts';

const { request: s } = t;

export function RequestCode() {
  const cache = useQueryClient();
  const [base, setBase] = useState('');
  const [custom, setCustom] = useState('');
  const request = useMutation({
    mutationFn: () =>
      ask('requestOwnCode', { body: { redemption_code: base, ...(custom.trim() && { code: custom }) } }),
    onSuccess: () => {
      setBase('');
      setCustom('');
      return cache.invalidateQueries({ queryKey: codesQuery.queryKey });
    },
  });
  const { data, error } = request;
  return (
    <details className="card">
      <summary>{s.title}</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          request.mutate();
        }}
      >
        <p className="quiet">{s.text}</p>
        <label>
          {s.base}
          <input required maxLength={255} value={base} onChange={(event) => setBase(event.currentTarget.value)} />
        </label>
        <label>
          {s.custom}
          <input maxLength={255} value={custom} onChange={(event) => setCustom(event.currentTarget.value)} />
        </label>
        {error && (
          <p className="fault" role="alert">
            {detailOf(error, t.failed)}
          </p>
        )}
        {data && <p role="status">{data.status === 'approved' ? s.made(data.code) : s.waiting(data.code)}</p>}
        <button type="submit" className="main" disabled={request.isPending}>
          {s.send}
        </button>
      </form>
    </details>
  );
}
