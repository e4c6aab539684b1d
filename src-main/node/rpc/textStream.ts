/** A text that is made while it is read. Its first piece is there already. To be read to its end, or closed. */
export interface TextStream {
  /** @throws RpcError if the rest cannot be made */
  readonly pieces: AsyncIterable<string>
  /** may be called twice */
  close(): void
}

export interface TextStreamEvents {
  /** called once */
  end(): void
  /** the error that the reader gets */
  failed(error: unknown): Error
}

/** Waits for the first piece. @throws what making it throws, as it is; `end` is then left to the caller */
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

/** For readers that take a text only as a whole. */
export async function joinedText({ pieces }: TextStream): Promise<string> {
  const texts: string[] = []
  for await (const piece of pieces) texts.push(piece)
  return texts.join('')
}
