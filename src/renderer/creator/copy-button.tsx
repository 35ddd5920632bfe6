import { useState } from 'react';
import { t } from './texts.ts';

export function CopyButton({ text, label }: { text: string; label: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = () => navigator.clipboard.writeText(text).then(() => setCopied(true));
  return (
    <button type="button" onClick={() => void copy()}>
      {isCopied ? t.codes.copied : label}
    </button>
  );
}
