import { t } from './texts.ts';

export const Loading = () => (
  <p className="state quiet" role="status">
    {t.loading} …
  </p>
);

export const LoadFailed = ({ retry }: { retry: () => unknown }) => (
  <div className="state" role="alert">
    <p>{t.failed}</p>
    <button type="button" onClick={() => void retry()}>
      {t.retry}
    </button>
  </div>
);
