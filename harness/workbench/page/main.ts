import './style.css';
import { render } from 'preact';
import { view } from '../../../reports/html/view.ts';
import { takeToken } from './api.ts';
import { App } from './app.ts';

// The page of `assay ui`. Its address says what it shows; its data comes from the server.

takeToken();
const root = document.getElementById('app');
if (root) render(view`<${App} />` as never, root);
