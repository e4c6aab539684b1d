import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

export interface SliderProps extends Omit<ComponentProps<'input'>, 'type' | 'min' | 'max' | 'value' | 'style'> {
  readonly min: number
  readonly max: number
  readonly value: number
}

/** Slider in the colours of the theme (theme.css): a browser's native track turns white on dark and looks full. */
export function Slider({ className, ...range }: SliderProps) {
  const { min, max, value } = range
  const share = max > min ? (value - min) / (max - min) : 0
  return (
    <input
      {...range}
      type="range"
      className={cn('slider', className)}
      style={{ '--share': share } as ComponentProps<'input'>['style']}
    />
  )
}
