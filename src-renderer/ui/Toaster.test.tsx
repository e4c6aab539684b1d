import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderWindow } from '../testing/renderWindow.tsx'
import { Toaster } from './Toaster.tsx'
import { toast, useToasts } from './toasts.ts'

const show = () => renderWindow(<Toaster />)
const notify = (...titles: string[]) => act(() => titles.forEach((title) => void toast({ tone: 'ok', title })))
const titles = () => useToasts.getState().toasts.map(({ title }) => title)

beforeEach(() => useToasts.setState({ toasts: [] }))
afterEach(() => vi.useRealTimers())

describe('Toaster', () => {
  it('shows the newest notification and the number of others', () => {
    show()
    notify('first', 'second', 'third')
    expect(screen.getByRole('button', { name: '+2 more' })).toBeTruthy()
  })

  it('lists all notifications on demand', async () => {
    const { user } = show()
    notify('first', 'second')
    await user.click(screen.getByRole('button', { name: '+1 more' }))
    const less = screen.getByRole('button', { name: 'Show less' })
    expect(less.getAttribute('aria-expanded')).toBe('true')
    await user.click(less)
    expect(screen.getByRole('button', { name: '+1 more' })).toBeTruthy()
  })

  it('runs the undo action once, and removes the notification', async () => {
    const { user } = show()
    const run = vi.fn()
    act(() => toast({ tone: 'ok', title: 'Banned', action: { label: 'Undo', run } }))
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(run).toHaveBeenCalledOnce()
    await waitFor(() => expect(titles()).toEqual([]))
  })

  it('removes a notification after its time even if another one was undone', () => {
    vi.useFakeTimers()
    show()
    act(() => toast({ tone: 'ok', title: 'Banned', action: { label: 'Undo', run() {} } }))
    const undo = screen.getByRole('button', { name: 'Undo' })
    fireEvent.pointerMove(undo)
    fireEvent.click(undo)
    notify('second')
    expect(titles()).toEqual(['second'])
    act(() => void vi.advanceTimersByTime(5000))
    expect(titles()).toEqual([])
  })

  it('removes a notification by its Dismiss button', async () => {
    const { user } = show()
    notify('first')
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    await waitFor(() => expect(titles()).toEqual([]))
  })

  it('shows the previous notification after the newest is dismissed', async () => {
    const { user } = show()
    notify('first', 'second')
    const dismiss = screen.getAllByRole('button', { name: 'Dismiss', hidden: true })
    await user.click(dismiss.at(-1)!)
    await waitFor(() => expect(titles()).toEqual(['first']))
    expect(screen.queryByRole('button', { name: '+1 more' })).toBeNull()
  })
})
