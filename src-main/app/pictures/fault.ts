import type { PictureReason } from '#shared/chains/index.ts'

/** Reason for a missing picture. The message is for logs and tests; the window shows its own text for the reason. */
export class PictureFault extends Error {
  readonly reason: PictureReason

  constructor(reason: PictureReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}
