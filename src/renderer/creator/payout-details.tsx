import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { addressFault, PAYMENT_FILES, paymentFileNamed } from '../../../daemon/contract/payment-files.ts';
import { ask, detailOf, isFrame } from './ask.ts';
import { methodName } from './method-name.ts';
import { LoadFailed, Loading } from './states.tsx';
import { t } from './texts.ts';

const { details: s } = t;
const KEY = ['payout-details'];
type Details = Awaited<ReturnType<typeof ask<'getOwnPayoutDetails'>>>['approved'];

/** Shows where the creator is paid, and sends new details for approval. */
export function PayoutDetails({ isView }: { isView: boolean }) {
  const query = useQuery({ queryKey: KEY, queryFn: () => ask('getOwnPayoutDetails'), enabled: !isView });
  const [isOpen, setOpen] = useState(false);
  if (isView)
    return (
      <section className="card">
        <h2>{s.title}</h2>
        <p className="quiet">{s.hidden}</p>
      </section>
    );
  return (
    <section className="card">
      <h2>{s.title}</h2>
      {query.isPending && <Loading />}
      {query.error && <LoadFailed retry={query.refetch} />}
      {query.data && <Shown {...query.data} />}
      {query.data && isOpen && <Form before={query.data.approved} onClose={() => setOpen(false)} />}
      {query.data &&
        !isOpen &&
        (isFrame ? (
          <p className="quiet">{s.frame}</p>
        ) : (
          <button type="button" onClick={() => setOpen(true)}>
            {query.data.approved.address || query.data.request?.status === 'pending' ? s.change : s.enter}
          </button>
        ))}
    </section>
  );
}

function Shown({ approved, request }: Awaited<ReturnType<typeof ask<'getOwnPayoutDetails'>>>) {
  const waiting = request?.status === 'pending' && request.requested;
  return (
    <>
      {approved.address && <List details={approved} />}
      {!approved.address && !waiting && <p>{s.none}</p>}
      {waiting && (
        <div role="status">
          <p>{approved.address ? s.waiting : s.waitingFirst}</p>
          <List details={waiting} />
        </div>
      )}
      {request?.status === 'rejected' && <p className="fault">{s.rejected(request.reason ?? '')}</p>}
    </>
  );
}

function List({ details: { method, address, name } }: { details: Details }) {
  const rows = [
    [s.method, methodName(method)],
    [s.address, address],
    [s.name, name],
  ];
  return (
    <dl className="list">
      {rows
        .filter(([, value]) => value)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

function Form({ before, onClose }: { before: Details; onClose: () => void }) {
  const cache = useQueryClient();
  const [method, setMethod] = useState<string>(paymentFileNamed(before.method) ?? '');
  const [address, setAddress] = useState('');
  const [name, setName] = useState(before.name ?? '');
  const [fault, setFault] = useState<keyof typeof s.faults | null>(null);
  const send = useMutation({
    mutationFn: () => ask('requestOwnPayoutDetails', { body: { method, address, name } }),
    onSuccess: (details) => {
      cache.setQueryData(KEY, details);
      onClose();
    },
  });
  const file = paymentFileNamed(method);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const found = addressFault(method, address);
        setFault(found);
        if (!found) send.mutate();
      }}
    >
      <label>
        {s.method}
        <select required value={method} onChange={(event) => setMethod(event.currentTarget.value)}>
          <option value="" disabled>
            {s.choose}
          </option>
          {PAYMENT_FILES.map((file) => (
            <option key={file} value={file}>
              {s.methods[file]}
            </option>
          ))}
        </select>
      </label>
      <label>
        {file ? s.addresses[file] : s.address}
        <input
          required
          maxLength={500}
          aria-invalid={fault !== null}
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
      </label>
      {fault && (
        <p className="fault" role="alert">
          {s.faults[fault]}
        </p>
      )}
      <label>
        {s.name}
        <input
          required
          maxLength={200}
          autoComplete="name"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
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
        <button type="button" className="plain" onClick={onClose}>
          {s.cancel}
        </button>
      </div>
    </form>
  );
}
