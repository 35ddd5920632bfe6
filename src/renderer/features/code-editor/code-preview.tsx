import { Button, Center, Group, Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconDownload, IconQrcode } from '@tabler/icons-react';
import { CopyButton } from '../../components/copy-button.tsx';
import { QrPicture } from '../../components/qr-picture.tsx';
import { bridge } from '../../lib/bridge.ts';
import { previewCodeUrl } from '../../lib/code-url.ts';
import { notifyProblem, notifySaved } from '../../lib/notify.ts';
import { qrPng, qrSvg } from '../../lib/qr.ts';
import classes from './code-editor.module.css';

const QR_SIZE = 200;
const WAIT_MS = 200;

/** The link for players, and its QR picture. */
export function CodePreview({ rootUrl, code }: { rootUrl: string; code: string }) {
  const url = previewCodeUrl(rootUrl, code);
  const [drawn] = useDebouncedValue(url, WAIT_MS);
  return (
    <Stack className={`card ${classes.preview}`} p="lg" component="section" aria-labelledby="preview-title">
      <Title order={2} size="h5" id="preview-title">
        Link and QR
      </Title>
      {url ? (
        <Group gap={4} wrap="nowrap" align="flex-start">
          <Text
            size="sm"
            className="mono"
            style={{ overflowWrap: 'anywhere' }}
            flex={1}
            aria-label="Link with the code"
          >
            {url}
          </Text>
          <CopyButton value={url} label="Copy the link" />
        </Group>
      ) : (
        <Text size="sm" c="dimmed">
          Enter the redeem page to see the link.
        </Text>
      )}
      <Center h={QR_SIZE}>
        {drawn ? (
          <QrPicture text={drawn} label={`QR code of ${drawn}`} size={QR_SIZE} />
        ) : (
          <IconQrcode size={96} stroke={1} color="var(--portal-line)" aria-hidden />
        )}
      </Center>
      <Group grow gap="xs">
        <SaveQr kind="png" url={url} code={code} />
        <SaveQr kind="svg" url={url} code={code} />
      </Group>
    </Stack>
  );
}

function SaveQr({ kind, url, code }: { kind: 'png' | 'svg'; url: string | null; code: string }) {
  const save = async (address: string) => {
    try {
      const bytes = kind === 'png' ? await qrPng(address) : new TextEncoder().encode(await qrSvg(address));
      const type = kind === 'png' ? 'image/png' : 'image/svg+xml';
      notifySaved(await bridge.saveFile(`${code.trim() || 'code'}.${kind}`, bytes, type));
    } catch (error) {
      notifyProblem('The picture was not saved', error);
    }
  };
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconDownload size={14} aria-hidden />}
      disabled={url === null}
      onClick={() => url && void save(url)}
      aria-label={`Save the QR code as ${kind.toUpperCase()}`}
    >
      {kind.toUpperCase()}
    </Button>
  );
}
