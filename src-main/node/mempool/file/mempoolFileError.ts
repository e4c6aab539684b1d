/** The file is not a mempool that this program saved for this chain. The message is the reason, for the log. */
export class MempoolFileError extends Error {
  override readonly name = 'MempoolFileError'
}
