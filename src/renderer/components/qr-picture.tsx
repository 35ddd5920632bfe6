import { Box } from '@mantine/core';
import { useEffect, useState } from 'react';
import { qrSvg } from '../lib/qr.ts';

interface QrPictureProps {
  text: string;
  label: string;
  size: number;
}

/** Shows a QR code as an image instead of markup. It stays light in dark mode, because QR readers need that. */
export function QrPicture({ text, label, size }: QrPictureProps) {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    let isWanted = true;
    qrSvg(text).then(
      (svg) => isWanted && setAddress(`data:image/svg+xml,${encodeURIComponent(svg)}`),
      () => isWanted && setAddress(null),
    );
    return () => {
      isWanted = false;
    };
  }, [text]);
  return (
    <Box w={size} h={size} bg="#fff" style={{ borderRadius: 10, overflow: 'hidden', flexShrink: 0 }}>
      {address && <img src={address} alt={label} width={size} height={size} />}
    </Box>
  );
}
