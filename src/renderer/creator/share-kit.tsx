import { useEffect, useRef, useState } from 'react';
import { CopyButton } from './copy-button.tsx';
import { drawPicture } from './draw-picture.ts';
import type { OwnCode } from './queries.ts';
import { t } from './texts.ts';

const { share: s } = t;

/** Shows texts and a picture with the code, which the browser draws and saves. */
export default function ShareKit({ code: { code, code_url }, onClose }: { code: OwnCode; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [picture, setPicture] = useState<string | null>(null);
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    let isWanted = true;
    let address = '';
    void drawPicture({ code, url: code_url, invitation: s.useCode }).then((blob) => {
      if (!isWanted) return;
      address = URL.createObjectURL(blob);
      setPicture(address);
    });
    return () => {
      isWanted = false;
      URL.revokeObjectURL(address);
    };
  }, [code, code_url]);
  return (
    <dialog ref={dialog} className="card" aria-label={s.title(code)} onClose={onClose}>
      <div className="row">
        <h2>{s.title(code)}</h2>
        <button type="button" className="plain" onClick={onClose}>
          {s.close}
        </button>
      </div>
      {picture && <img src={picture} alt={s.pictureOf(code)} width={270} height={270} />}
      {picture && (
        <a className="button main" href={picture} download={`${code}.png`}>
          {s.save}
        </a>
      )}
      {s.messages(code, code_url).map((text) => (
        <div key={text}>
          <p>{text}</p>
          <CopyButton text={text} label={s.copyText} />
        </div>
      ))}
    </dialog>
  );
}
