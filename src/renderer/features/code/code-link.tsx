import { Center, Group, Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { bridge } from '../../client/bridge.ts';
import { notifyProblem, notifySaved } from '../../client/notify.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { IconQrcode } from '../../components/icons.tsx';
import { QrPicture } from '../../components/qr-picture.tsx';
import { SaveButton } from '../../components/save-button.tsx';
import { previewCodeUrl } from '../../lib/code-url.ts';
import { qrPng, qrSvg } from '../../lib/qr.ts';
import { codes } from '../../texts/codes.ts';

const t = codes.link;
const QR_SIZE = 200;
const WAIT_MS = 200;

interface CodeLinkProps {
  rootUrl: string;
  code: string;
  isReferral: boolean;
}

/** Shows the link for players and its QR code. A referral code has neither, because players cannot redeem it. */
export function CodeLink({ rootUrl, code, isReferral }: CodeLinkProps) {
  return (
    <Stack className="card" p="lg" component="section" aria-labelledby="link-title">
      <Title order={2} size="h5" id="link-title">
        {isReferral ? t.referral : t.title}
      </Title>
      {isReferral ? (
        <Text size="sm" c="dimmed">
          {t.referralText}
        </Text>
      ) : (
        <LinkAndQr rootUrl={rootUrl} code={code} />
      )}
    </Stack>
  );
}

function LinkAndQr({ rootUrl, code }: Omit<CodeLinkProps, 'isReferral'>) {
  const url = previewCodeUrl(rootUrl, code);
  const [drawn] = useDebouncedValue(url, WAIT_MS);
  return (
    <>
      {url ? (
        <Group gap={4} wrap="nowrap" align="flex-start">
          <Text size="sm" className="mono" style={{ overflowWrap: 'anywhere' }} flex={1} aria-label={t.link}>
            {url}
          </Text>
          <CopyButton value={url} label={t.copy} />
        </Group>
      ) : (
        <Text size="sm" c="dimmed">
          {t.enterPage}
        </Text>
      )}
      <Center h={QR_SIZE}>
        {drawn ? (
          <QrPicture text={drawn} label={t.qrOf(drawn)} size={QR_SIZE} />
        ) : (
          <IconQrcode size={96} strokeWidth={1} color="var(--portal-line)" />
        )}
      </Center>
      <Group grow gap="xs">
        <SaveQr kind="png" url={url} code={code} />
        <SaveQr kind="svg" url={url} code={code} />
      </Group>
    </>
  );
}

function SaveQr({ kind, url, code }: { kind: 'png' | 'svg'; url: string | null; code: string }) {
  const save = async (address: string) => {
    try {
      const bytes = kind === 'png' ? await qrPng(address) : new TextEncoder().encode(await qrSvg(address));
      const type = kind === 'png' ? 'image/png' : 'image/svg+xml';
      notifySaved(await bridge.saveFile(`${code.trim() || 'code'}.${kind}`, bytes, type));
    } catch (error) {
      notifyProblem(t.notSaved, error);
    }
  };
  return (
    <SaveButton
      label={kind.toUpperCase()}
      aria-label={t.save(kind.toUpperCase())}
      disabled={url === null}
      onSave={async () => url && save(url)}
    />
  );
}
