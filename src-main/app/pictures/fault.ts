import type { PictureReason } from '#shared/chains/index.ts'

/** Why there is no picture. The message is for logs and tests; people read the window's words for the reason. */
export class PictureFault extends Error {
  readonly reason: PictureReason

  constructor(reason: PictureReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}
