import { describe, expect, it } from 'vitest'
import { Button, type ButtonProps } from './Button.tsx'

/** Returns the element that the component renders for these properties. */
const shown = (props: ButtonProps) => Button(props) as { readonly props: ButtonProps }
const event = (detail: number) => {
  const held: string[] = []
  return { held, click: { detail, preventDefault: () => void held.push('held') } as never }
}

describe('Button', () => {
  it('forwards a click, also when it styles a link', () => {
    const clicks: string[] = []
    const onClick = () => void clicks.push('click')
    shown({ onClick }).props.onClick?.(event(1).click)
    shown({ onClick, asChild: true, children: 'a link' }).props.onClick?.(event(1).click)
    expect(clicks).toEqual(['click', 'click'])
  })

  it('ignores clicks while busy, and the second click of a double click if `once` is set', () => {
    const clicks: string[] = []
    const onClick = () => void clicks.push('click')
    const [busy, double] = [event(1), event(2)]
    shown({ onClick, busy: true }).props.onClick?.(busy.click)
    shown({ onClick, once: true }).props.onClick?.(double.click)
    expect([clicks, busy.held, double.held]).toEqual([[], ['held'], ['held']])
    shown({ onClick, once: true }).props.onClick?.(event(1).click)
    shown({ onClick }).props.onClick?.(event(2).click)
    expect(clicks).toHaveLength(2)
  })
})
