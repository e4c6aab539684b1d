import { act, fireEvent, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderWindow } from '../testing/renderWindow.tsx'
import { SearchField } from './SearchField.tsx'

const field = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search tokens' })
const search = (value: string, onChange: (text: string) => void, wait = 0) => (
  <SearchField label="Search tokens" placeholder="Name" value={value} onChange={onChange} wait={wait} />
)

describe('SearchField', () => {
  it('reports each change immediately without a delay', async () => {
    const onChange = vi.fn()
    const { user } = renderWindow(search('', onChange))
    await user.type(field(), 'ab')
    expect(onChange.mock.calls).toEqual([['a'], ['ab']])
  })

  it('keeps the typed text if an older value arrives', async () => {
    const { user, rerender } = renderWindow(search('', () => {}))
    await user.type(field(), 'gold')
    rerender(search('go', () => {}))
    expect(field().value).toBe('gold')
  })

  it('follows links and Back while the field is not focused', () => {
    const { rerender } = renderWindow(search('gold', () => {}))
    rerender(search('tin', () => {}))
    expect(field().value).toBe('tin')
  })

  it('reports only the last of several changes after the delay', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const onChange = vi.fn()
      renderWindow(search('', onChange, 300))
      fireEvent.change(field(), { target: { value: 'g' } })
      fireEvent.change(field(), { target: { value: 'go' } })
      expect(onChange).not.toHaveBeenCalled()
      act(() => void vi.advanceTimersByTime(300))
      expect(onChange.mock.calls).toEqual([['go']])
    } finally {
      vi.useRealTimers()
    }
  })
})
