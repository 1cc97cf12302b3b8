"""Write periodic reports of programmes and regions: figures that the reader may see, as PDF and XLSX."""
