import { describe, expect, it } from "vitest";
import { svg } from "@/tests/support/http/pictures";
import { cleanSvg, problemOf } from "./picture-svg.mjs";

const problem = (text: string): string | null => problemOf(cleanSvg(text));
const rect = '<rect width="9" height="9"/>';
const pixel = "data:image/png;base64,iVBORw0KGgo=";
const declared = '<?xml version="1.0" encoding="utf-8"?>\n';
const doctype = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n';

describe("an SVG is drawn", () => {
  it.each([
    [
      "as Inkscape saves it",
      `${declared}<!-- Created with Inkscape (http://www.inkscape.org/) -->\n${svg(
        `<sodipodi:namedview inkscape:zoom="1" /><metadata><rdf:RDF><cc:Work rdf:about=""><dc:type
         rdf:resource="http://purl.org/dc/dcmitype/StillImage" /></cc:Work></rdf:RDF></metadata>
         <g inkscape:label="Layer &quot;1&quot;" style="font-family:&quot;DejaVu Sans&quot;;fill:url(&quot;#a&quot;)"
         inkscape:export-filename="C:\\Users\\ann\\dead.png">${rect}</g>`,
        'viewBox="0 0 20 10" sodipodi:docname="once on a=b.svg"',
      )}`,
    ],
    [
      "as Illustrator exports it",
      `${declared}<!-- Generator: Adobe Illustrator 27.0, SVG Export Plug-In . SVG Version: 6.00 Build 0) -->\n${doctype}${svg(
        `<style type="text/css"><![CDATA[.st0{fill:#D01010;font-family:'\\'Arial\\'';} a>b{}]]></style><rect class="st0"/>`,
        'version="1.1" id="Layer_1" x="0px" y="0px" xml:space="preserve"',
      )}`,
    ],
    [
      "as Figma exports it",
      svg(
        `<rect width="20" height="10" fill="url(#p)"/><defs><pattern id="p" width="1" height="1"><use xlink:href="#i"/></pattern>
         <image id="i" width="1" height="1" xlink:href="${pixel}"/></defs>`,
      ),
    ],
    [
      "as Sketch exports it",
      `${declared}${svg(
        `<!-- Generator: Sketch 52.6 (67491) - http://www.bohemiancoding.com/sketch --><title>Logo &amp; name</title>
         <desc>Created with Sketch.</desc><defs><path d="M0,0 L9,9" id="path-1"></path></defs><g id="Page-1">
         <mask id="mask-2" fill="white"><use xlink:href="#path-1"></use></mask>
         <use fill="#D8D8D8" xlink:href="#path-1"></use><g mask="url(#mask-2)">${rect}</g></g>`,
      )}`,
    ],
    ["with an Adobe XMP packet", `<?xpacket begin="" id="W5M0"?>${svg(rect)}<?xpacket end="w"?>`],
    ["with a link", svg(`<a href="https://example.com/">${rect}</a>`)],
    ["with a font", svg("<style>@font-face{src:url( 'data:font/woff2;charset=utf-8;base64,d09G' )}</style>")],
    ["with a plain document type", `<!doctype svg>${svg(rect)}`],
    ["with text that looks like events and files", svg('<text>onload="x" C:\\dead</text><title>\\41 on = off</title>')],
    ["with nested SVGs", svg(svg(svg(rect)))],
    ["with a nested SVG in a namespace prefix", svg('<s:svg xmlns:s="http://www.w3.org/2000/svg"/>')],
    ["with embedded pictures", svg(`<image href='data:image/jpg;base64,/9j/'/><svg:image xlink:href="${pixel}"/>`)],
  ])("%s", (_case, text) => {
    expect(problem(text)).toBeNull();
  });
});

describe("an SVG is refused", () => {
  const copies = '<g id="a"><use href="#b"/></g><use href="#a"/>';
  it.each([
    ["entities", `<!DOCTYPE svg [<!ENTITY x "y">]>${svg("<text>&x;</text>")}`],
    ["entities behind quoted brackets", `<!DOCTYPE svg SYSTEM "]>" [<!ENTITY x "y">]>${svg("&x;")}`],
    ["an external style sheet", `<?xml-stylesheet href="http://127.0.0.1/a.css"?>${svg(rect)}`],
    ["a script", svg("<script>1</script>")],
    ["a script in a namespace prefix", svg('<é:script xmlns:é="http://www.w3.org/2000/svg">1</é:script>')],
    ["a script tag split by a comment", svg("<scr<!-- -->ipt>1</script>")],
    ["a declaration split by a comment", `<!<!-- -->DOCTYPE svg [<!ENTITY x "y">]>${svg(rect)}`],
    ["an event handler", svg('<rect onload = "x"/>')],
    ["an event handler after a quoted tag end", svg('<rect a="&#34;>" onload="x"/>')],
    ["an embedded page", svg("<foreignObject/>")],
    ["an animation", svg('<animateTransform attributeName="x"/>')],
    ["a set element", svg('<set attributeName="x"/>')],
    ["another base URL", svg(rect, 'xml:base="http://127.0.0.1/"')],
    ["an external reference", svg('<use href="http://127.0.0.1/#a"/>')],
    ["an external reference by xlink in character references", svg('<use xlink:href="&#104;ttp://127.0.0.1/#a"/>')],
    ["an external reference after a space", svg('<use href=" http://127.0.0.1/#a"/>')],
    ["an external reference in character references", svg('<use href="&#x68;ttp://127.0.0.1/#a"/>')],
    ["a javascript link", svg('<a href="javascript:alert(1)"/>')],
    ["an external picture", svg('<image href="file:///etc/passwd"/>')],
    ["an SVG as a picture", svg('<image href="data:image/svg+xml;base64,PHN2Zy8+"/>')],
    ["a picture in a use element", svg(`<use href="${pixel}"/>`)],
    ["a picture in a filter", svg(`<filter><feImage href="${pixel}"/></filter>`)],
    ["external paint", svg('<rect fill="url( //127.0.0.1/#a)"/>')],
    ["external paint in quotes", svg('<rect style="fill:url(&quot;http://127.0.0.1/#a&quot;)"/>')],
    ["external paint in CSS hex escapes", svg('<rect style="fill:u\\72l(http://127.0.0.1/#a)"/>')],
    ["external paint in plain CSS escapes", svg('<rect fill="u\\rl(http://127.0.0.1/#a)"/>')],
    ["imported styles", svg("<style>@import 'http://127.0.0.1/'</style>")],
    ["imported styles in CSS escapes", svg("<style><![CDATA[</style>]]> <g/> @\\69mport 'x'</style>")],
    ["data in a style", svg("<style>rect{fill:url(data:image/svg+xml;base64,PHN2Zy8+)}</style>")],
    ["a script in a nested SVG", svg(svg("<script/>"))],
    ["entities before a nested SVG", `<!DOCTYPE svg [<!ENTITY x "y">]>${svg(svg("<text>&x;</text>"))}`],
    ["a use of a nested SVG that contains a use", svg(`${svg('<use href="#b"/>', 'id="a"')}<use href="#a"/>`)],
    ["a use of a use", svg(copies)],
    ["a use of a use in a namespace prefix", svg(copies.replaceAll("use", "é:use"))],
  ])("with %s", (_case, text) => {
    expect(problem(text)).toBe("references");
  });

  it.each(["<rect", '<rect a="', "<rect a='<'/>", "< rect/>", "<>"])("that is malformed: %s", (broken) => {
    expect(problem(svg(broken))).toBe("unreadable");
  });

  it("with a second root element", () => {
    expect(problem(svg(rect) + svg(rect))).toBe("unreadable");
  });
});
