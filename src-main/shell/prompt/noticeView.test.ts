import { EventEmitter } from 'node:events'
import type { BrowserWindow } from 'electron'
import { beforeEach, describe, expect, it, vi } from 'vitest'

/** Fake web contents with the functions that notices use. */
class FakeContents extends EventEmitter {
  readonly loading = Promise.withResolvers<void>()
  readonly ipc = { handle() {} }
  closed = false
  setWindowOpenHandler() {}
  send() {}
  loadURL = () => this.loading.promise
  isDestroyed = () => this.closed
  close() {
    this.closed = true
  }
}

const made: FakeContents[] = []

vi.mock('electron', () => ({
  WebContentsView: class {
    readonly webContents = new FakeContents()
    constructor() {
      made.push(this.webContents)
    }
    setBounds() {}
    setVisible() {}
    setBackgroundColor() {}
  },
  session: {},
}))

const { NoticeView } = await import('./noticeView.ts')

const window = {
  contentView: { addChildView() {}, removeChildView() {} },
  getContentBounds: () => ({ width: 1000, height: 800 }),
  isDestroyed: () => false,
  on() {},
} as unknown as BrowserWindow

const notice = { chain: null, text: 'Mined a block.' }

beforeEach(() => {
  made.length = 0
})

describe('NoticeView', () => {
  it('survives a page that fails to load, and opens another for the next notice', async () => {
    const view = new NoticeView(window, () => 'en')
    view.notify(notice)
    made[0]?.loading.reject(new Error('ERR_ABORTED'))
    await expect.poll(() => made[0]?.closed).toBe(true)
    view.notify(notice)
    view.notify(notice)
    expect(made).toHaveLength(2)
    view.close()
  })

  it('opens another view after a crash, and none after it was closed', () => {
    const view = new NoticeView(window, () => 'en')
    view.notify(notice)
    made[0]?.emit('render-process-gone')
    view.notify(notice)
    expect(made.map(({ closed }) => closed)).toEqual([true, false])
    view.close()
    expect(made.map(({ closed }) => closed)).toEqual([true, true])
  })
})
