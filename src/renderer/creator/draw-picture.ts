import QRCode from 'qrcode';

const SIZE = 1080;
const QR_SIZE = 560;
const MOST_TEXT = 960;
const MOST_SIZE = 120;

/** Draws a square picture with a code and the QR code of its link. */
export async function drawPicture({ code, url, invitation }: { code: string; url: string; invitation: string }) {
  const canvas = new OffscreenCanvas(SIZE, SIZE);
  const draw = canvas.getContext('2d');
  if (!draw) throw new Error('This browser cannot draw');
  const colours = draw.createLinearGradient(0, 0, SIZE, SIZE);
  colours.addColorStop(0, '#3b5bdb');
  colours.addColorStop(1, '#862e9c');
  draw.fillStyle = colours;
  draw.fillRect(0, 0, SIZE, SIZE);
  draw.fillStyle = '#fff';
  draw.textAlign = 'center';
  const { fontFamily } = getComputedStyle(document.body);
  const setFont = (weight: number, size: number) => {
    draw.font = `${weight} ${size}px ${fontFamily}`;
  };
  setFont(500, 56);
  draw.fillText(invitation, SIZE / 2, 150);
  setFont(800, MOST_SIZE);
  // A long code is written smaller, so that all of it fits.
  setFont(800, Math.min(MOST_SIZE, (MOST_SIZE * MOST_TEXT) / draw.measureText(code).width));
  draw.fillText(code, SIZE / 2, 290);
  const left = (SIZE - QR_SIZE) / 2;
  draw.fillRect(left, 400, QR_SIZE, QR_SIZE);
  const { modules } = QRCode.create(url, { errorCorrectionLevel: 'M' });
  const cell = QR_SIZE / (modules.size + 4);
  draw.fillStyle = '#000';
  for (let row = 0; row < modules.size; row += 1)
    for (let column = 0; column < modules.size; column += 1)
      if (modules.get(row, column))
        draw.fillRect(left + (column + 2) * cell, 400 + (row + 2) * cell, cell + 0.5, cell + 0.5);
  return canvas.convertToBlob({ type: 'image/png' });
}
