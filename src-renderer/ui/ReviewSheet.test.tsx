import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderWindow } from '../testing/renderWindow.tsx'
import { ReviewSheet, type ReviewSheetProps } from './ReviewSheet.tsx'

function show(props: Partial<ReviewSheetProps> = {}) {
  const calls = { onConfirm: vi.fn(), onOpenChange: vi.fn() }
  const sheet = (
    <ReviewSheet open title="Send 5 COIN?" confirmLabel="Send 5 COIN" {...calls} {...props}>
      Fee 0.0001
    </ReviewSheet>
  )
  return { ...renderWindow(sheet), ...calls }
}

const confirm = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send 5 COIN' })

describe('ReviewSheet', () => {
  it('confirms by a click on the button', async () => {
    const { user, onConfirm } = show()
    await user.click(confirm())
    expect(onConfirm).toHaveBeenCalledOnce()
  })

  it('confirms by Space, never by Enter', async () => {
    const { user, onConfirm } = show()
    confirm().focus()
    await user.keyboard('{Enter}')
    expect(onConfirm).not.toHaveBeenCalled()
    await user.keyboard(' ')
    expect(onConfirm).toHaveBeenCalledOnce()
  })

  it('focuses the Back button on opening', async () => {
    const { user, onConfirm, onOpenChange } = show()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Back' }))
    await user.keyboard('{Enter}')
    expect([onConfirm.mock.calls, onOpenChange.mock.calls]).toEqual([[], [[false]]])
  })

  it('shows why confirming is blocked, and does not confirm', async () => {
    const { user, onConfirm } = show({ blocked: 'It pays somebody else.' })
    expect(screen.getByText('It pays somebody else.')).toBeTruthy()
    expect(confirm().disabled).toBe(true)
    await user.click(confirm())
    expect(onConfirm).not.toHaveBeenCalled()
  })

  it('ignores clicks on the confirm button while busy', async () => {
    const { user, onConfirm } = show({ busy: true })
    await user.click(confirm())
    expect(onConfirm).not.toHaveBeenCalled()
  })

  it('closes by Escape without confirming', async () => {
    const { user, onConfirm, onOpenChange } = show()
    await user.keyboard('{Escape}')
    expect([onConfirm.mock.calls, onOpenChange.mock.calls]).toEqual([[], [[false]]])
  })
})
