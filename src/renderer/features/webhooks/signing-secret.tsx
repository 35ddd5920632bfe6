import { SecretShown } from '../../components/secret-shown.tsx';
import { webhooks } from '../../texts/webhooks.ts';

const t = webhooks.secret;

/** An endpoint's secret, after it was made. */
export const SigningSecret = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <SecretShown secret={secret} copyLabel={t.copy} doneLabel={t.stored} onClose={onClose}>
    {t.text}
  </SecretShown>
);
