import { type ClassValue, clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

// Our text sizes are numbers (`text-13`), which tailwind-merge would treat as colours.
const merge = extendTailwindMerge({
  extend: { classGroups: { 'font-size': [{ text: ['12', '13', '14', '16', '20', '28'] }] } },
})

/** Joins class names; later classes override earlier ones for the same property. */
export function cn(...values: ClassValue[]): string {
  return merge(clsx(values))
}
