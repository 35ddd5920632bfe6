import { SecretShown } from '../../components/secret-shown.tsx';
import { webhooks } from '../../texts/webhooks.ts';

const t = webhooks.secret;

/** Shows an endpoint's new secret. */
export const SigningSecret = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <SecretShown secret={secret} copyLabel={t.copy} doneLabel={t.stored} onClose={onClose}>
    {t.text}
  </SecretShown>
);
