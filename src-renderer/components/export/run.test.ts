import { describe, expect, it } from 'vitest'
import { type ExportSource, exportPages, ListChangedError, type ListPage } from './run.ts'
import { csvWriter } from './table.ts'

const page = (rows: readonly number[], next: string | null, hash = 'a'): ListPage<number> => ({
  rows,
  next,
  hash,
  total: 4,
  height: 9,
})

function target() {
  const file = { text: '', restarts: 0 }
  return {
    file,
    async write(text: string) {
      file.text += text
    },
    async restart() {
      file.text = ''
      file.restarts += 1
    },
  }
}

const writer = () => csvWriter<number>([{ name: 'n', value: (row) => row }])
const run = (source: ExportSource<number>, out: ReturnType<typeof target>, signal = new AbortController().signal) =>
  exportPages(source, writer, out, () => {}, signal)

describe('exportPages', () => {
  it('follows the cursors to the last page', async () => {
    const out = target()
    const pages = new Map([
      [null, page([1, 2], 'x')],
      ['x', page([3], 'y')],
      ['y', page([4], null)],
    ] as const)
    const source: ExportSource<number> = {
      page: async (cursor) => pages.get(cursor as 'x') ?? page([], null),
      consistent: async () => true,
    }
    expect(await run(source, out)).toBe(4)
    expect(out.file).toEqual({ text: 'n\r\n1\r\n2\r\n3\r\n4\r\n', restarts: 0 })
  })

  it('restarts the export if a block changed the list between two pages', async () => {
    const out = target()
    let calls = 0
    const source: ExportSource<number> = {
      async page(cursor) {
        calls += 1
        if (calls === 2) return page([99], null, 'b')
        return cursor === null ? page([1], 'x', calls > 2 ? 'b' : 'a') : page([2], null, 'b')
      },
      consistent: async () => false,
    }
    expect(await run(source, out)).toBe(2)
    expect(out.file).toEqual({ text: 'n\r\n1\r\n2\r\n', restarts: 1 })
  })

  it('throws ListChangedError if the list changes on every attempt', async () => {
    let calls = 0
    const source: ExportSource<number> = {
      async page() {
        calls += 1
        return page([1], 'more', String(calls))
      },
      consistent: async () => false,
    }
    await expect(run(source, target())).rejects.toThrow(ListChangedError)
  })

  it('stops between two pages after an abort', async () => {
    const abort = new AbortController()
    const source: ExportSource<number> = {
      async page() {
        abort.abort()
        return page([1], 'more')
      },
      consistent: async () => true,
    }
    await expect(run(source, target(), abort.signal)).rejects.toThrow(/abort/i)
  })
})
