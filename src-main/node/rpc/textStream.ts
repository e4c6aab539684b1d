/**
 * Text that is produced while it is read. Its first piece is available. The reader must read it to its end or close it.
 */
export interface TextStream {
  /** @throws RpcError if producing a later piece fails */
  readonly pieces: AsyncIterable<string>
  /** May be called twice. */
  close(): void
}

export interface TextStreamEvents {
  /** Called once, when the text is read or closed. */
  end(): void
  /** Converts a failure to the error that the reader gets. */
  failed(error: unknown): Error
}

/** Waits for the first piece. @throws the error of the first piece unchanged; the caller must then call `end` */
export async function openTextStream(
  source: AsyncGenerator<string, void>,
  { end, failed }: TextStreamEvents,
): Promise<TextStream> {
  const first = await source.next()
  let open = true
  const close = () => {
    if (open) end()
    open = false
  }
  async function* pieces(): AsyncGenerator<string, void> {
    try {
      if (!first.done) yield first.value
      yield* source
    } catch (error) {
      throw failed(error)
    } finally {
      close()
    }
  }
  return { pieces: pieces(), close }
}

export const isTextStream = (text: string | TextStream): text is TextStream => typeof text !== 'string'

/** Reads the complete text, for readers that cannot process pieces. */
export async function joinedText({ pieces }: TextStream): Promise<string> {
  const texts: string[] = []
  for await (const piece of pieces) texts.push(piece)
  return texts.join('')
}
