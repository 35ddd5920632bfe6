import { type MailWorker, type MailWorkerParts, startMailWorker } from './mail-worker.ts';
import { createMailer, type MailParts } from './mailer.ts';

export interface MailSettings {
  smtpUrl?: string | undefined;
  mailFrom?: string | undefined;
  environmentName: string;
}

export type StartMailsParts = Omit<MailWorkerParts, 'mailer'> & Pick<MailParts, 'secretKey' | 'publicUrl'>;

/** Starts the mail worker. If no mail server is configured, emails wait in the database. */
export function startMails(
  { smtpUrl, mailFrom, environmentName: environment }: MailSettings,
  parts: StartMailsParts,
): MailWorker | null {
  if (!smtpUrl || !mailFrom) return null;
  return startMailWorker({ ...parts, mailer: createMailer({ ...parts, smtpUrl, mailFrom, environment }) });
}
