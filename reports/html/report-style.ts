import { appStyle } from './app-style.ts';
import { style } from './style.ts';

/** The style sheet of a report. */
export const reportStyle = `${style}${appStyle}`;
