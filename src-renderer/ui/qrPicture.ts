import { encode } from 'uqr'
import { saveBlob } from './saveText.ts'

/** Pixels per module, so that a small code is sharp when printed. */
const SCALE = 12
const QUIET = 4

/** Saves a QR code as a picture. Rejects if the browser cannot draw it. */
export async function saveQrPicture(text: string, fileName: string): Promise<void> {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET })
  const canvas = new OffscreenCanvas(size * SCALE, size * SCALE)
  const drawing = canvas.getContext('2d')
  if (drawing === null) throw new Error('no canvas')
  drawing.fillStyle = '#fff'
  drawing.fillRect(0, 0, canvas.width, canvas.height)
  drawing.fillStyle = '#000'
  data.forEach((row, y) => {
    row.forEach((dark, x) => {
      if (dark) drawing.fillRect(x * SCALE, y * SCALE, SCALE, SCALE)
    })
  })
  saveBlob(fileName, await canvas.convertToBlob({ type: 'image/png' }))
}
