import { afterEach, describe, expect, it } from 'vitest'
import { toast, useToasts } from './toasts.ts'

afterEach(() => useToasts.setState({ toasts: [] }))

const titles = () => useToasts.getState().toasts.map(({ title }) => title)

describe('toasts', () => {
  it('replace an earlier notification of the same kind only', () => {
    toast({ tone: 'ok', title: 'Banned' })
    toast({ tone: 'neutral', kind: 'once', title: 'Trying a once' })
    toast({ tone: 'bad', kind: 'failed', title: 'Not tried' })
    toast({ tone: 'neutral', kind: 'once', title: 'Trying b once' })
    toast({ tone: 'ok', title: 'Banned' })
    expect(titles()).toEqual(['Banned', 'Not tried', 'Trying b once', 'Banned'])
    const ids = useToasts.getState().toasts.map(({ id }) => id)
    expect(new Set(ids).size).toBe(4)
  })

  it('disappear when their kind is withdrawn', () => {
    toast({ tone: 'bad', kind: 'failed', title: 'Not started' })
    toast({ tone: 'ok', title: 'Banned' })
    useToasts.getState().withdraw('failed')
    expect(titles()).toEqual(['Banned'])
  })

  it('keep only the four newest until dismissed', () => {
    for (const title of ['1', '2', '3', '4', '5']) toast({ tone: 'ok', title })
    expect(titles()).toEqual(['2', '3', '4', '5'])
    const { toasts, dismiss } = useToasts.getState()
    dismiss(toasts[1]!.id)
    expect(titles()).toEqual(['2', '4', '5'])
  })
})
